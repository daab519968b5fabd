import type { Publisher } from "@segue/sdk";
import { joinedParts, partsOf } from "./semicolons.ts";

/** Written `Name` or `Name:IPI`. The service checks the number. */
function readPublisher(text: string): Publisher {
  const [, name = text, ipi] = /^(.+):\s*(\d+)$/s.exec(text.trim()) ?? [];
  return { name: name.trim(), ...(ipi !== undefined && { ipi }) };
}

/** For an option that may be given several times. */
export function appendPublisher(text: string, before: Publisher[] = []): Publisher[] {
  return [...before, readPublisher(text)];
}

/** `Owl Songs:00014107338; Moss Music` */
export function readPublishers(text: string): Publisher[] {
  return partsOf(text).map(readPublisher);
}

/** As `readPublishers` reads it. */
export function publishersText(publishers: readonly Publisher[]): string {
  return joinedParts(publishers.map(({ name, ipi }) => (ipi ? `${name}:${ipi}` : name)));
}
