/** A sentence for people about a failed call. It repeats none of the server's own text. */
export function errorSentence(error: unknown, has_status: boolean): string {
  const code = codeOf(error);
  const certificate = certificates[code];
  if (certificate !== undefined) return `The certificate is not valid: ${certificate}.`;
  if (brokenCodes.has(code)) {
    return has_status
      ? "The connection was closed in the middle of the answer."
      : "The connection was reset before an answer came.";
  }
  if (error instanceof Error && error.name === "HTTPParserError") return "The answer is not HTTP.";
  if (code.startsWith("ERR_SSL_") || code === "EPROTO")
    return "The server does not support TLS, or no secure version of it.";
  if (code.startsWith("ERR_TLS_") || /CERT|CRL|SIGNATURE/.test(code)) return "The certificate is not valid.";
  return sentences[code] ?? "The request could not be sent.";
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  // undici's message for an unrequested 100 or 101, and for an answer that comes before the request.
  return /^bad (response|upgrade)$/.test(error.message) ? "UNASKED" : String(error.code);
}

const brokenCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name has no address.",
  UNRESOLVED: "The host name could not be resolved.",
  ECONNREFUSED: "The connection was refused.",
  UNASKED: "The server sent something that was not requested.",
  ETIMEDOUT: "The address did not answer.",
  EHOSTUNREACH: "The address cannot be reached.",
  ENETUNREACH: "The address cannot be reached.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The answer is not as long as it says.",
};

const untrusted = "it is not signed by a trusted authority, or intermediate certificates are missing";

const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  CERT_REVOKED: "it was revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another name",
};
