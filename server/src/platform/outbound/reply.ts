export const REPLY_BYTES = 2_048;

/**
 * The beginning of an answer as text that can be stored and shown. PostgreSQL refuses NUL, and text from a stranger
 * must not control a terminal or a page. `is_cut` says that more followed.
 */
export function replyText(beginning: Uint8Array, is_cut: boolean): string {
  if (beginning.length === 0) return "";
  // Decoded as a stream, so that a character cut in the middle is dropped instead of replaced.
  const text = new TextDecoder().decode(beginning, { stream: is_cut }).replace(unsafe, escaped);
  const bytes = Buffer.from(text);
  if (bytes.length <= REPLY_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, REPLY_BYTES), { stream: true });
}

// Control characters but \n and \t, and those that turn the direction of writing.
const unsafe = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

function escaped(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return hex.length <= 2 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
