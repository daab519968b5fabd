// The genre of a release in a message: the store's own where it has a table of genres, else the partner's.

import { hasGenres, storeGenre, type Vocabulary } from "../../ddex/vocabulary.ts";

type Given = { genre: string | null; subgenre?: string | null };

/** A genre that the store's table does not have goes out as the one that it assumes, without a subgenre. */
export function genreOf(
  { genre, subgenre = null }: Given,
  { default_genre, vocabulary }: { default_genre: string; vocabulary: Pick<Vocabulary, "genres"> },
): { genre: string; subgenre: string | null } {
  if (genre === null) return { genre: default_genre, subgenre: null };
  const own = storeGenre(vocabulary, genre);
  if (own) return { genre: own.genre, subgenre: own.subgenre ?? null };
  return hasGenres(vocabulary) ? { genre: default_genre, subgenre: null } : { genre, subgenre };
}
