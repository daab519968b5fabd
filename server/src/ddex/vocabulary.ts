// A store's own words for genres and roles. Partners write a genre or a role in their words, and the store's tables are
// asked before those of the service. Case and blanks around a word do not count.

export type StoreGenre = { genre: string; subgenre?: string | null };

/** By the words of partners: the store's genres, and codes of DDEX for roles. */
export type Vocabulary = {
  genres: Readonly<Record<string, StoreGenre>>;
  roles: Readonly<Record<string, string>>;
};

export const noVocabulary: Vocabulary = { genres: {}, roles: {} };

/** Words with the same key are the same word. */
export function wordKey(words: string): string {
  return words.trim().toLowerCase();
}

export function storeGenre({ genres }: Pick<Vocabulary, "genres">, words: string): StoreGenre | undefined {
  return look(genres, words);
}

export function storeRole({ roles }: Pick<Vocabulary, "roles">, words: string): string | undefined {
  return look(roles, words);
}

/** False for a store that takes genres as partners write them. */
export function hasGenres({ genres }: Pick<Vocabulary, "genres">): boolean {
  return indexOf(genres).size > 0;
}

type Table<Value> = Readonly<Record<string, Value>>;

function look<Value>(table: Table<Value>, words: string): Value | undefined {
  const index = indexOf(table);
  return index.size === 0 ? undefined : index.get(wordKey(words));
}

const indexes = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Built once for each table: a release may have tens of thousands of credits. */
function indexOf<Value>(table: Table<Value>): ReadonlyMap<string, Value> {
  const known = indexes.get(table);
  if (known) return known as ReadonlyMap<string, Value>;
  const built = new Map(Object.entries(table).map(([words, value]) => [wordKey(words), value]));
  indexes.set(table, built);
  return built;
}
