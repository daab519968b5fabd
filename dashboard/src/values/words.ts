// The words in values as people read them.

export const valueWords = {
  worldwide: "Worldwide",
  none: "None",
  bothZones: (own: string, universal: string) => `${own} · ${universal} UTC`,
  territories: (territories: string) => `${territories} territories`,
  featuring: (artists: string) => `feat. ${artists}`,
  ep: "EP",
  sizes: ["bytes", "kB", "MB", "GB", "TB"],
  track: (number: number, title: string) => `Track ${number} “${title}”`,
} as const;

export const fieldNameWords = {
  artwork_asset_id: "Artwork",
  audio_asset_id: "Audio",
  p_line: "℗ line",
  c_line: "© line",
  upc: "UPC",
  ean: "EAN",
  isrc: "ISRC",
  isni: "ISNI",
  catalog_number: "Catalogue number",
  store_artist_ids: "Ids at stores",
} as const;
