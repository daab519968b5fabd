/** An artist and what they did, written `Name` or `Name:role`. */
export type Credit = { name: string; role: string };

/** Which roles there are, the service knows: `AC:DC` is a name, and `re:creation` can be written `re:creation:main`. */
export function readCredit(text: string): Credit {
  const [, name = text, role = "main"] = /^(.+):([a-z]+)$/s.exec(text.trim()) ?? [];
  return { name: name.trim(), role };
}

/** `Vera Lux; Ola Berg:featured` */
export function readCredits(text: string): Credit[] {
  return text
    .split(";")
    .filter((part) => part.trim() !== "")
    .map(readCredit);
}
