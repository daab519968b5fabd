import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf } from "../platform/schema.ts";

export const messageTypes = ["NewReleaseMessage", "PurgeReleaseMessage"] as const;
const messageResults = ["created", "updated", "unchanged", "takedown_requested"] as const;
export type MessageResult = (typeof messageResults)[number];

/** Something that the sender should know, and that did not keep us from taking the message. */
export const MessageIssue = Type.Object(
  {
    severity: OneOf(["warning", "info"]),
    path: Type.String({
      description: "The place in the message, below its root.",
      examples: ["ResourceList/SoundRecording[2]/SoundRecordingEdition"],
    }),
    issue: Type.String({ examples: ["no audio of yours is named 036000291452_01_002.flac"] }),
  },
  { title: "MessageIssue" },
);
export type MessageIssue = Static<typeof MessageIssue>;

export const ReceivedMessage = Type.Object(
  {
    message_id: Type.String({ description: "As the sender wrote it.", examples: ["MSG-1"] }),
    message_type: OneOf(messageTypes),
    result: OneOf(messageResults, {
      description:
        "`unchanged`: the release is as the message says already, the message was received before, or a newer one was.",
    }),
    release_id: Nullable(Id("rel")),
    issues: Type.Array(MessageIssue),
  },
  { title: "ReceivedMessage" },
);
export type ReceivedMessage = Static<typeof ReceivedMessage>;

export const MADE_AT_PATH = "MessageHeader/MessageCreatedDateTime";
export const RELEASE_PATH = "ReleaseList/Release";

/** A list of issues is for people: what is more than this repeats itself. */
export const MAX_ISSUES = 200;

/** The result of a message. */
export type MessageOutcome = Pick<ReceivedMessage, "result" | "release_id"> & { issues: MessageIssue[] };
