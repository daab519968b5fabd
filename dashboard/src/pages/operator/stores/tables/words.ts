// The words of the tables of a store.

export const tableWords = {
  genres: {
    title: "Genres",
    about:
      "How the store calls the genres of partners. With any, a genre that is not listed goes out as the default genre.",
    columns: { genre: "Partner's genre", store_genre: "Genre at the store", store_subgenre: "Subgenre" },
    add: "Add a genre",
    none: "No genres: they go out as partners write them.",
  },
  roles: {
    title: "Roles",
    about: "Roles in the words of partners, each as a code of DDEX. They are asked before the service's own table.",
    columns: { role: "Partner's words", code: "Code of DDEX" },
    add: "Add a role",
    none: "No roles of its own.",
  },
  price_tiers: {
    title: "Price tiers",
    about: "The tiers that partners may choose for a delivery to this store.",
    columns: { code: "Code", name: "Name", namespace: "Namespace" },
    add: "Add a price tier",
    none: "No price tiers: the store sets its prices itself.",
  },
  cell: (column: string, row: number) => `${column}, row ${row}`,
  row: (row: number) => `row ${row}`,
  remove: "Remove",
  more: (rows: number) => `Show more of ${rows} rows`,
  in: "Read a CSV file",
  out: "Download as CSV",
  readFile: (table: string) => `CSV file of ${table.toLowerCase()}`,
  columns: (columns: readonly string[]) => `Columns of the file: ${columns.join(", ")}.`,
  read: (rows: number) => `${rows} ${rows === 1 ? "row" : "rows"} read. Save to keep them.`,
  save: "Save",
  saveOf: (table: string) => `Save ${table.toLowerCase()}`,
  saved: (table: string) => `${table} are saved.`,
} as const;
