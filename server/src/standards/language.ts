/** A well-formed language tag (BCP 47), such as `en`, `pt-BR` or `zh-Hant`. */
export function isLanguageTag(text: string): boolean {
  try {
    return text.length <= 35 && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
