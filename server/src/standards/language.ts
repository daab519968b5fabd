/** A well-formed language tag (BCP 47), such as `en`, `pt-BR` or `zh-Hant`. */
export function isLanguageTag(text: string): boolean {
  // Nearly all tags have this form, and Intl takes longer than reading the rest of a track.
  if (/^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(text)) return true;
  try {
    return text.length <= 35 && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
