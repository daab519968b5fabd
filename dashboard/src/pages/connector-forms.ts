// The kinds of connectors as a form asks for them. The service has the last word: it names each setting that is wrong.

export type ConnectorField = {
  name: string;
  label: string;
  input: "text" | "number" | "switch" | "choice";
  hint?: string;
  placeholder?: string;
  isRequired?: boolean;
  options?: readonly (readonly [value: string, label: string])[];
  initial?: string | number | boolean;
  /** An empty text is a setting of its own, and not the service's default. */
  canBeEmpty?: boolean;
};

export type SecretField = { name: string; label: string; isLong?: boolean };

export type ConnectorForm = {
  label: string;
  summary: string;
  settings: readonly ConnectorField[];
  secrets: readonly SecretField[];
  /** It sends ERN: recipients and deals are asked for too. */
  isErn?: boolean;
};

const ern: readonly ConnectorField[] = [
  {
    name: "takedown_style",
    label: "Takedown",
    input: "choice",
    initial: "no_deals",
    options: [
      ["no_deals", "The release without deals"],
      ["ended_deals", "Deals that have ended"],
      ["purge", "A PurgeReleaseMessage"],
    ],
  },
  {
    name: "compilation",
    label: "Compilations",
    input: "choice",
    initial: "flags",
    options: [
      ["flags", "An album with DDEX's flag"],
      ["user_defined", "A user-defined type"],
    ],
  },
  { name: "default_genre", label: "Genre where none is given", input: "text", initial: "Other" },
  {
    name: "resend_files",
    label: "Updates send files again",
    input: "switch",
    initial: false,
    hint: "Also those that the store has already.",
  },
  {
    name: "territory_attributes",
    label: "Say that titles and names hold worldwide",
    input: "switch",
    initial: false,
    hint: "Some stores ask for it.",
  },
];

const folders: readonly ConnectorField[] = [
  { name: "folder", label: "Folder", input: "text", initial: "", canBeEmpty: true, hint: "Empty: the top." },
  {
    name: "folder_name",
    label: "Name of a message's folder",
    input: "text",
    placeholder: "N_{icpn}_{time}",
    hint: "With {icpn}, {time} and {message_id}; for batches N_{time} by default.",
  },
  {
    name: "acknowledgements",
    label: "Folder of the store's answers",
    input: "text",
    initial: "acknowledgements",
    canBeEmpty: true,
    hint: "Empty: none are read, and you enter them by hand.",
  },
  { name: "ask_every_s", label: "Look for answers every (seconds)", input: "number", initial: 300 },
  {
    name: "batches",
    label: "Messages come in batches",
    input: "switch",
    initial: false,
    hint: "Each batch ends with a signal file.",
  },
  {
    name: "signal",
    label: "What ends a batch",
    input: "choice",
    initial: "manifest",
    options: [
      ["manifest", "A ManifestMessage"],
      ["empty", "An empty file"],
    ],
  },
  { name: "signal_name", label: "Name of that file", input: "text", initial: "BatchComplete_{time}.xml" },
];

export const connectorForms: Readonly<Record<string, ConnectorForm>> = {
  simulated: {
    label: "Simulated",
    summary: "No store is called. The service answers as a store would.",
    settings: [
      {
        name: "behaviour",
        label: "How it answers",
        input: "choice",
        initial: "confirm",
        options: [
          ["confirm", "It confirms"],
          ["reject_first", "It rejects the first attempt"],
          ["flag_first", "It asks for a change at the first attempt"],
          ["stall", "It cannot be reached"],
        ],
      },
      { name: "latency_ms", label: "After (milliseconds)", input: "number", initial: 1_000 },
      {
        name: "format",
        label: "Messages",
        input: "choice",
        initial: "json",
        options: [
          ["json", "JSON"],
          ["ern", "ERN, read and acknowledged"],
          ["ern_unread", "ERN, not looked at"],
        ],
      },
    ],
    secrets: [],
  },
  manual: {
    label: "By hand",
    summary: "You send releases by hand and enter the store's answers.",
    settings: [],
    secrets: [],
  },
  ern_sftp: {
    label: "ERN over SFTP",
    summary: "Messages and files are put on the store's server. Its acknowledgements are read back.",
    settings: [
      { name: "host", label: "Host", input: "text", isRequired: true, placeholder: "sftp.example.com" },
      { name: "port", label: "Port", input: "number", initial: 22 },
      { name: "username", label: "User name", input: "text", isRequired: true },
      {
        name: "host_key",
        label: "Fingerprint of the host's key",
        input: "text",
        placeholder: "SHA256:…",
        hint: "Nothing is sent before it is set. The connection test shows it.",
      },
      ...ern,
      ...folders,
    ],
    secrets: [
      { name: "password", label: "Password" },
      { name: "private_key", label: "Private key", isLong: true },
      { name: "passphrase", label: "Passphrase of the private key" },
    ],
    isErn: true,
  },
  ern_s3: {
    label: "ERN in S3-compatible storage",
    summary: "Messages and files are put into a bucket. The store's acknowledgements are read back.",
    settings: [
      { name: "bucket", label: "Bucket", input: "text", isRequired: true },
      { name: "region", label: "Region", input: "text", initial: "us-east-1" },
      {
        name: "endpoint",
        label: "Endpoint",
        input: "text",
        placeholder: "https://s3.example.com",
        hint: "Empty: AWS.",
      },
      ...ern,
      ...folders,
    ],
    secrets: [
      { name: "access_key_id", label: "Access key id" },
      { name: "secret_access_key", label: "Secret access key" },
    ],
    isErn: true,
  },
  ern_http: {
    label: "ERN fetched by the store",
    summary: "The store fetches its messages from its feed, with a credential that you create for it.",
    settings: ern,
    secrets: [],
    isErn: true,
  },
};

export function showConnector(kind: string): string {
  return connectorForms[kind]?.label ?? kind;
}

export const commercialModels: readonly string[] = [
  "AdvertisementSupportedModel",
  "DeviceFeeModel",
  "FreeOfChargeModel",
  "PayAsYouGoModel",
  "PerformanceRoyaltiesModel",
  "RightsClaimModel",
  "SubscriptionModel",
];

export const dealUseTypes: readonly string[] = [
  "ConditionalDownload",
  "ContentInfluencedStream",
  "Download",
  "KioskDownload",
  "NonInteractiveStream",
  "OnDemandStream",
  "PermanentDownload",
  "PrivateCopy",
  "Simulcast",
  "Stream",
  "TetheredDownload",
  "TimeInfluencedStream",
  "UseForIdentification",
  "UserMakeAvailableLabelProvided",
  "UserMakeAvailableUserProvided",
  "Webcast",
];
