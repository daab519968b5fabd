// The input and the answer of a call, for the calls themselves and for the types of all methods.

export type CallOptions = {
  /** A UUID v4. Every POST and PATCH gets a new one unless you choose it: the same key happens once. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How long each try may take until its answer is read. */
  timeoutMs?: number | undefined;
  /** For a body of bytes. */
  contentType?: string | undefined;
  /** Further headers, in small letters. */
  headers?: Record<string, string> | undefined;
};

/** A body that is sent as it is. Only a function that opens the stream lets it be sent again. */
export type Bytes =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>);

/** Await it for one page, or iterate over the items of this page and all that follow. */
export type List<Item, Page = { data: Item[]; next_cursor: string | null; has_more: boolean }> = Promise<Page> &
  AsyncIterable<Item>;
