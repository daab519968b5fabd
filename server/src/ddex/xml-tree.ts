// Asks a tree that was read from XML.

import type { XmlElement } from "./read-xml.ts";

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of an element without the blanks around it. Undefined if it is absent or empty. */
export function textOf(element: XmlElement | undefined): string | undefined {
  const text = element?.text.trim();
  // A text that was broken into lines is one line.
  return (
    (text?.includes("\n")
      ? text
          .split(/\n/)
          .map((line) => line.trim())
          .join(" ")
      : text) || undefined
  );
}

/** The text of the first element down these names. */
export function textAt(element: XmlElement | undefined, ...names: readonly string[]): string | undefined {
  return textOf(names.reduce(childOf, element));
}

/** The texts of all children of a name that have one. */
export function textsOf(element: XmlElement | undefined, name: string): string[] {
  return childrenOf(element, name).flatMap((child) => textOf(child) ?? []);
}

/**
 * The place of an element below the root, as XPath: `ResourceList/SoundRecording[2]/Duration`. The root's own path is
 * empty.
 */
export function pathOf(element: XmlElement): string {
  const { parent, name } = element;
  if (!parent) return "";
  const alike = childrenOf(parent, name);
  return [pathOf(parent), numbered(name, alike.indexOf(element), alike.length)].filter(Boolean).join("/");
}

/** An element of several has its number: `Role[2]`. */
export function numbered(name: string, index: number, count: number): string {
  return count > 1 ? `${name}[${index + 1}]` : name;
}
