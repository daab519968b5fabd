// Written by `npm run openapi` from openapi.json: do not edit.

export const releaseStatuses = [
  "draft",
  "submitted",
  "delivered",
  "rejected",
] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

export const releaseTypes = [
  "single",
  "ep",
  "album",
  "compilation",
] as const;
export type ReleaseType = (typeof releaseTypes)[number];

export const artistRoles = [
  "main",
  "featured",
  "remixer",
  "producer",
  "composer",
  "lyricist",
  "performer",
  "conductor",
  "orchestra",
] as const;
export type ArtistRole = (typeof artistRoles)[number];

export const aiShares = [
  "none",
  "partial",
  "full",
] as const;
export type AiShare = (typeof aiShares)[number];

export const advisories = [
  "none",
  "explicit",
  "clean",
] as const;
export type Advisory = (typeof advisories)[number];

export const submissionStatuses = [
  "pending_review",
  "approved",
  "rejected",
  "withdrawn",
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const assetStatuses = [
  "awaiting_upload",
  "processing",
  "ready",
  "failed",
] as const;
export type AssetStatus = (typeof assetStatuses)[number];

export const assetTypes = [
  "audio",
  "artwork",
] as const;
export type AssetType = (typeof assetTypes)[number];

export const severities = [
  "blocker",
  "warning",
  "info",
] as const;
export type Severity = (typeof severities)[number];

export const storeStatuses = [
  "active",
  "paused",
] as const;
export type StoreStatus = (typeof storeStatuses)[number];

export const storeMigrations = [
  "overlap",
  "replace",
  "takedown_first",
  "automatic",
] as const;
export type StoreMigration = (typeof storeMigrations)[number];

export const messageFormats = [
  "ern_4.3.2",
  "ern_4.3",
  "ern_3.8.3",
] as const;
export type MessageFormat = (typeof messageFormats)[number];

export const connectorKinds = [
  "simulated",
  "manual",
  "reported",
  "ern_sftp",
  "ern_s3",
  "ern_http",
] as const;
export type ConnectorKind = (typeof connectorKinds)[number];

export const deliveryStatuses = [
  "in_progress",
  "delivered",
  "rejected",
  "action_required",
  "taken_down",
  "cancelled",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const migrationStatuses = [
  "awaiting_delivery",
  "overlapping",
  "safe_to_take_down",
] as const;
export type MigrationStatus = (typeof migrationStatuses)[number];

export const deliveryStoreStatuses = [
  "queued",
  "sending",
  "ingesting",
  "stalled",
  "delivered",
  "rejected",
  "action_required",
  "takedown_requested",
  "taken_down",
  "cancelled",
] as const;
export type DeliveryStoreStatus = (typeof deliveryStoreStatuses)[number];

export const storeAnswers = [
  "delivered",
  "rejected",
  "action_required",
  "taken_down",
] as const;
export type StoreAnswerStatus = (typeof storeAnswers)[number];

export const webhookStatuses = [
  "verified",
  "unverified",
  "disabled",
] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const eventTypes = [
  "ping",
  "release.status.changed",
  "submission.reviewed",
  "asset.ready",
  "asset.failed",
  "delivery.store.updated",
  "delivery.completed",
  "delivery.taken_down",
  "migration.store.safe",
  "statement.available",
  "payee_statement.available",
  "contract.recouped",
  "payout.status.changed",
  "api.changelog.published",
] as const;
export type EventTypeName = (typeof eventTypes)[number];

export const eventStatuses = [
  "none",
  "pending",
  "delivered",
  "undelivered",
] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const dispatchStatuses = [
  "pending",
  "delivered",
  "undelivered",
] as const;
export type DispatchStatus = (typeof dispatchStatuses)[number];

export const attemptStatuses = [
  "delivered",
  "failed",
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const payeeStatuses = [
  "active",
  "archived",
] as const;
export type PayeeStatus = (typeof payeeStatuses)[number];

export const payers = [
  "operator",
  "organization",
] as const;
export type Payer = (typeof payers)[number];

export const taxForms = [
  "w9",
  "w8ben",
  "w8ben_e",
  "other",
] as const;
export type TaxForm = (typeof taxForms)[number];

export const payoutStatuses = [
  "pending",
  "on_hold",
  "processing",
  "paid",
  "failed",
  "cancelled",
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutHoldCodes = [
  "identity_verification",
  "compliance_review",
  "other",
] as const;
export type PayoutHoldCode = (typeof payoutHoldCodes)[number];

export const contractStatuses = [
  "draft",
  "active",
  "ended",
] as const;
export type ContractStatus = (typeof contractStatuses)[number];

export const costStatuses = [
  "open",
  "recouped",
  "cancelled",
] as const;
export type CostStatus = (typeof costStatuses)[number];

export const costKinds = [
  "advance",
  "cost",
] as const;
export type CostKind = (typeof costKinds)[number];

export const salesReportStatuses = [
  "importing",
  "imported",
] as const;
export type SalesReportStatus = (typeof salesReportStatuses)[number];

export const organizationStatuses = [
  "active",
  "suspended",
] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

export const reviewModes = [
  "automatic",
  "manual",
] as const;
export type ReviewMode = (typeof reviewModes)[number];

export const tiers = [
  "starter",
  "pro",
  "enterprise",
] as const;
export type Tier = (typeof tiers)[number];

export const scopes = [
  "catalog:read",
  "catalog:write",
  "deliveries:read",
  "deliveries:write",
  "webhooks:read",
  "webhooks:write",
  "royalties:read",
  "payouts:read",
  "payouts:write",
  "payees:read",
  "payees:write",
  "ddex:write",
  "keys:write",
  "members:read",
  "members:write",
] as const;
export type Scope = (typeof scopes)[number];

export const memberRoles = [
  "owner",
  "manager",
  "editor",
  "finance",
  "viewer",
  "payee",
] as const;
export type MemberRole = (typeof memberRoles)[number];

export const memberStatuses = [
  "invited",
  "active",
  "suspended",
] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export const staffRoles = [
  "admin",
  "reviewer",
  "finance",
  "support",
] as const;
export type StaffRole = (typeof staffRoles)[number];

export const personStatuses = [
  "invited",
  "active",
  "disabled",
] as const;
export type PersonStatus = (typeof personStatuses)[number];

export const jobStatuses = [
  "waiting",
  "ready",
  "running",
  "parked",
] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const mailStatuses = [
  "queued",
  "sent",
  "failed",
] as const;
export type MailStatus = (typeof mailStatuses)[number];

export const mailKinds = [
  "invitation",
  "password_reset",
  "security",
  "rejection",
  "delivered",
  "taken_down",
  "statement",
  "payout",
  "endpoint",
  "review",
  "store",
  "job",
  "payout_request",
] as const;
export type MailKind = (typeof mailKinds)[number];

export const errorCodes = [
  "invalid_request",
  "invalid_cursor",
  "invalid_idempotency_key",
  "authentication_required",
  "invalid_credentials",
  "insufficient_scope",
  "tier_not_eligible",
  "not_found",
  "method_not_allowed",
  "duplicate_submission",
  "asset_not_ready",
  "invalid_state",
  "idempotency_in_progress",
  "upc_pool_exhausted",
  "payload_too_large",
  "unsupported_media_type",
  "missing_required_field",
  "unknown_field",
  "invalid_isrc_format",
  "territory_not_supported",
  "idempotency_key_reused",
  "feature_sunset",
  "webhook_url_not_allowed",
  "validation_failed",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
] as const;

/** release: how its status moves, by trigger, and the event that tells of it (null: none). */
export const releaseMoves = {
  submit: {"from":["draft","rejected"],"to":"submitted","event":"release.status.changed"},
  review_reject: {"from":["submitted","delivered"],"to":"rejected","event":"release.status.changed"},
  withdraw: {"from":["submitted","rejected"],"to":"draft","event":"release.status.changed"},
  settle_submitted: {"from":["rejected","delivered"],"to":"submitted","event":"release.status.changed"},
  settle_delivered: {"from":["submitted","rejected"],"to":"delivered","event":"release.status.changed"},
  settle_rejected: {"from":["submitted","delivered"],"to":"rejected","event":"release.status.changed"},
} as const;

/** submission: how its status moves, by trigger, and the event that tells of it (null: none). */
export const submissionMoves = {
  approve: {"from":["pending_review"],"to":"approved","event":"submission.reviewed"},
  reject: {"from":["pending_review"],"to":"rejected","event":"submission.reviewed"},
  withdraw: {"from":["pending_review","approved"],"to":"withdrawn","event":null},
} as const;

/** asset: how its status moves, by trigger, and the event that tells of it (null: none). */
export const assetMoves = {
  receive: {"from":["awaiting_upload"],"to":"processing","event":null},
  expire: {"from":["awaiting_upload"],"to":"failed","event":"asset.failed"},
  accept: {"from":["processing"],"to":"ready","event":"asset.ready"},
  refuse: {"from":["processing"],"to":"failed","event":"asset.failed"},
  give_up: {"from":["processing"],"to":"failed","event":"asset.failed"},
  try_again: {"from":["failed"],"to":"processing","event":null},
} as const;

/** store: how its status moves, by trigger, and the event that tells of it (null: none). */
export const storeMoves = {
  pause: {"from":["active"],"to":"paused","event":null},
  resume: {"from":["paused"],"to":"active","event":null},
} as const;

/** delivery_store: how its status moves, by trigger, and the event that tells of it (null: none). */
export const deliveryStoreMoves = {
  send: {"from":["queued"],"to":"sending","event":null},
  stall: {"from":["sending"],"to":"stalled","event":"delivery.store.updated"},
  accept: {"from":["sending","stalled"],"to":"ingesting","event":null},
  confirm: {"from":["queued","sending","ingesting","stalled","rejected","action_required"],"to":"delivered","event":"delivery.store.updated"},
  reject: {"from":["queued","sending","ingesting","stalled","rejected","action_required","delivered"],"to":"rejected","event":"delivery.store.updated"},
  flag: {"from":["queued","sending","ingesting","stalled","rejected","action_required","delivered"],"to":"action_required","event":"delivery.store.updated"},
  request_takedown: {"from":["delivered","rejected","action_required"],"to":"takedown_requested","event":"delivery.store.updated"},
  confirm_takedown: {"from":["takedown_requested"],"to":"taken_down","event":"delivery.store.updated"},
  cancel: {"from":["queued","stalled"],"to":"cancelled","event":"delivery.store.updated"},
  restore_delivered: {"from":["queued","stalled"],"to":"delivered","event":"delivery.store.updated"},
  restore_rejected: {"from":["queued","stalled"],"to":"rejected","event":"delivery.store.updated"},
  restore_action_required: {"from":["queued","stalled"],"to":"action_required","event":"delivery.store.updated"},
  resubmit: {"from":["rejected","action_required"],"to":"queued","event":null},
  update: {"from":["delivered"],"to":"queued","event":null},
} as const;

/** webhook: how its status moves, by trigger, and the event that tells of it (null: none). */
export const webhookMoves = {
  verify: {"from":["unverified","disabled"],"to":"verified","event":null},
  move_away: {"from":["verified","disabled"],"to":"unverified","event":null},
  lose_secret: {"from":["verified"],"to":"unverified","event":null},
  disable: {"from":["verified"],"to":"disabled","event":null},
} as const;

/** dispatch: how its status moves, by trigger, and the event that tells of it (null: none). */
export const dispatchMoves = {
  deliver: {"from":["pending","undelivered"],"to":"delivered","event":null},
  give_up: {"from":["pending"],"to":"undelivered","event":null},
  redeliver: {"from":["undelivered"],"to":"pending","event":null},
  resume: {"from":["undelivered"],"to":"pending","event":null},
} as const;

/** payee: how its status moves, by trigger, and the event that tells of it (null: none). */
export const payeeMoves = {
  archive: {"from":["active"],"to":"archived","event":null},
  restore: {"from":["archived"],"to":"active","event":null},
} as const;

/** payout: how its status moves, by trigger, and the event that tells of it (null: none). */
export const payoutMoves = {
  hold: {"from":["pending"],"to":"on_hold","event":"payout.status.changed"},
  release: {"from":["on_hold"],"to":"pending","event":"payout.status.changed"},
  process: {"from":["pending"],"to":"processing","event":"payout.status.changed"},
  pay: {"from":["pending","processing"],"to":"paid","event":"payout.status.changed"},
  fail: {"from":["pending","on_hold","processing","paid"],"to":"failed","event":"payout.status.changed"},
  cancel: {"from":["pending"],"to":"cancelled","event":"payout.status.changed"},
} as const;

/** contract: how its status moves, by trigger, and the event that tells of it (null: none). */
export const contractMoves = {
  activate: {"from":["draft"],"to":"active","event":null},
  end: {"from":["active"],"to":"ended","event":null},
} as const;

/** contract_cost: how its status moves, by trigger, and the event that tells of it (null: none). */
export const contractCostMoves = {
  recoup: {"from":["open"],"to":"recouped","event":null},
  reopen: {"from":["recouped"],"to":"open","event":null},
  cancel: {"from":["open"],"to":"cancelled","event":null},
} as const;

/** sales_report: how its status moves, by trigger, and the event that tells of it (null: none). */
export const salesReportMoves = {
  finish: {"from":["importing"],"to":"imported","event":null},
} as const;

/** organization: how its status moves, by trigger, and the event that tells of it (null: none). */
export const organizationMoves = {
  suspend: {"from":["active"],"to":"suspended","event":null},
  reinstate: {"from":["suspended"],"to":"active","event":null},
} as const;

/** member: how its status moves, by trigger, and the event that tells of it (null: none). */
export const memberMoves = {
  accept: {"from":["invited"],"to":"active","event":null},
  suspend: {"from":["active"],"to":"suspended","event":null},
  reinstate: {"from":["suspended"],"to":"active","event":null},
} as const;

/** person: how its status moves, by trigger, and the event that tells of it (null: none). */
export const personMoves = {
  accept: {"from":["invited"],"to":"active","event":null},
  disable: {"from":["active"],"to":"disabled","event":null},
  enable: {"from":["disabled"],"to":"active","event":null},
} as const;

/** job: how its status moves, by trigger, and the event that tells of it (null: none). */
export const jobMoves = {
  promote: {"from":["waiting"],"to":"ready","event":null},
  claim: {"from":["ready"],"to":"running","event":null},
  fail: {"from":["running"],"to":"waiting","event":null},
  park: {"from":["running"],"to":"parked","event":null},
  retry: {"from":["parked"],"to":"ready","event":null},
  hand_back: {"from":["running"],"to":"ready","event":null},
  revive: {"from":["running"],"to":"ready","event":null},
  revive_later: {"from":["running"],"to":"waiting","event":null},
} as const;

/** mail: how its status moves, by trigger, and the event that tells of it (null: none). */
export const mailMoves = {
  send: {"from":["queued"],"to":"sent","event":null},
  fail: {"from":["queued"],"to":"failed","event":null},
  retry: {"from":["failed"],"to":"queued","event":null},
} as const;
