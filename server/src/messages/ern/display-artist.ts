import type { Release } from "../../releases/release.ts";

/** How stores show the artists: the main ones joined by commas and an ampersand, then the featured ones. */
export function displayArtistName(artists: Release["artists"]): string {
  const names = (role: string) => joined(artists.filter((artist) => artist.role === role).map(({ name }) => name));
  const [main, featured] = [names("main"), names("featured")];
  return featured === "" ? main : `${main} feat. ${featured}`;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} & ${names.at(-1)}`;
}
