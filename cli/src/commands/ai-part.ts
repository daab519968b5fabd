import { type AiParts, type AiShare, aiShares } from "@segue/sdk";
import { InvalidArgumentError } from "commander";

export type AiPartShares = NonNullable<AiParts>;

export const noAi: AiPartShares = {
  vocals: "none",
  instruments: "none",
  lyrics: "none",
  composition: "none",
  post_production: "none",
};

/** `vocals=full`, for an option that may be given several times. */
export function appendAiPart(text: string, before: Partial<AiPartShares> = {}): Partial<AiPartShares> {
  const [part = "", share = ""] = text.split("=", 2);
  if (!Object.hasOwn(noAi, part))
    throw new InvalidArgumentError(`The part must be one of ${Object.keys(noAi).join(", ")}.`);
  if (!isAiShare(share))
    throw new InvalidArgumentError(`It must be PART=SHARE, the share one of ${aiShares.join(", ")}.`);
  return { ...before, [part]: share };
}

export function isAiShare(text: string): text is AiShare {
  return aiShares.some((share) => share === text);
}
