/** "createApiKey" as "Create api key". */
export function showOperation(operation: string): string {
  const text = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
