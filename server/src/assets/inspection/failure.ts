// Why a file was refused: one table. Each sentence says what to do; the finding may come before it.

export const failures = {
  not_audio: "Upload the audio itself, as WAV or FLAC.",
  not_an_image: "Upload the artwork itself, as JPEG or PNG.",
  unsupported_audio: "Export it as WAV or FLAC with 16 or 24 bits and upload it as a new asset.",
  unsupported_image: "Export it as JPEG or PNG and upload it as a new asset.",
  corrupt_file: "The file is damaged: export it again and upload it as a new asset.",
  truncated_file: "The file ends too early: export it again and upload it whole, as a new asset.",
  no_audio_data: "The file holds no sound: export it again and upload it as a new asset.",
  too_large_to_decode: "Once decoded the file would be too large: export it smaller and upload it as a new asset.",
  took_too_long: "The file could not be read in time: export it again and upload it as a new asset.",
} as const;

export type FailureCode = keyof typeof failures;
export type Failure = { code: FailureCode; message: string };

/** A fault of the file, as opposed to a fault of ours. */
export class FileFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, found = "") {
    super(`${found} ${failures[code]}`.trimStart());
    this.code = code;
  }

  get failure(): Failure {
    return { code: this.code, message: this.message };
  }
}
