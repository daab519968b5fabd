// Written by `npm run openapi` from openapi.json: do not edit.

/** The settings of each kind of connector as JSON Schema. Secrets are `writeOnly`: the service never shows them. */
export const connectorSchemas = {
  simulated: {
    "type": "object",
    "required": [
      "kind"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "simulated"
      },
      "behaviour": {
        "type": "string",
        "enum": [
          "confirm",
          "reject_first",
          "flag_first",
          "stall"
        ],
        "default": "confirm"
      },
      "latency_ms": {
        "type": "integer",
        "minimum": 0,
        "maximum": 600000,
        "default": 1000
      },
      "format": {
        "type": "string",
        "enum": [
          "json",
          "ern",
          "ern_unread"
        ],
        "description": "With `ern` it reads ERN messages and acknowledges them. With `ern_unread` it does not look at them."
      }
    },
    "description": "no store is called; the service answers as a store would",
    "additionalProperties": false,
    "x-segue-fetched": false
  },
  manual: {
    "type": "object",
    "required": [
      "kind"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "manual"
      }
    },
    "description": "the operator sends releases by hand and enters the store's answers",
    "additionalProperties": false,
    "x-segue-fetched": false
  },
  reported: {
    "type": "object",
    "required": [
      "kind"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "reported"
      }
    },
    "description": "sales reports name it; nothing is sent to it",
    "additionalProperties": false,
    "x-segue-fetched": false
  },
  ern_sftp: {
    "type": "object",
    "required": [
      "kind",
      "host",
      "username",
      "recipients"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "ern_sftp"
      },
      "host": {
        "type": "string",
        "minLength": 1,
        "maxLength": 253,
        "description": "The name or address of the store's server.",
        "examples": [
          "sftp.example.com"
        ]
      },
      "port": {
        "type": "integer",
        "minimum": 1,
        "maximum": 65535,
        "default": 22
      },
      "username": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "examples": [
          "segue"
        ]
      },
      "host_key": {
        "type": "string",
        "description": "The fingerprint of the server's key. Nothing is sent to a server with another key, or before it is set; the test of the store shows the key that the server has.",
        "examples": [
          "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
        ]
      },
      "recipients": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "party_id",
            "party_name"
          ],
          "properties": {
            "party_id": {
              "type": "string",
              "examples": [
                "PADPIDA2013020802I"
              ]
            },
            "party_name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200,
              "examples": [
                "Auralis"
              ]
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 5,
        "description": "The store's parties, as the message's header names them."
      },
      "deals": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "commercial_models",
            "use_types"
          ],
          "properties": {
            "commercial_models": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "AdvertisementSupportedModel",
                  "DeviceFeeModel",
                  "FreeOfChargeModel",
                  "PayAsYouGoModel",
                  "PerformanceRoyaltiesModel",
                  "RightsClaimModel",
                  "SubscriptionModel"
                ]
              },
              "minItems": 1,
              "maxItems": 10,
              "uniqueItems": true
            },
            "use_types": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
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
                  "Webcast"
                ]
              },
              "minItems": 1,
              "maxItems": 20,
              "uniqueItems": true
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 10,
        "description": "In place of the deals that follow from the store's capabilities."
      },
      "takedown_style": {
        "type": "string",
        "enum": [
          "no_deals",
          "ended_deals",
          "purge",
          "takedown_flag"
        ],
        "default": "no_deals",
        "description": "A takedown is the release without deals, with deals that ended, or a PurgeReleaseMessage. With `ern_3.8.3` also `takedown_flag`: deals that say TakeDown."
      },
      "default_genre": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "default": "Other",
        "description": "For a release without a genre."
      },
      "compilation": {
        "type": "string",
        "enum": [
          "flags",
          "user_defined"
        ],
        "default": "flags",
        "description": "A compilation goes out as an album with DDEX's flag, or as a user-defined type."
      },
      "resend_files": {
        "type": "boolean",
        "default": false,
        "description": "Updates send files again that the store has already."
      },
      "territory_attributes": {
        "type": "boolean",
        "default": false,
        "description": "Titles, names, genres and labels say that they hold worldwide; some stores ask for it."
      },
      "lyrics": {
        "type": "string",
        "enum": [
          "none",
          "plain",
          "synced",
          "both"
        ],
        "default": "none",
        "description": "Lyrics go out as files beside the audio: none, as plain text, with times (LRC) where a track has them, or both."
      },
      "folder": {
        "type": "string",
        "default": "",
        "description": "The folder at the store that everything is put into; by default the top.",
        "maxLength": 500
      },
      "batches": {
        "type": "boolean",
        "default": false,
        "description": "Messages come in batches, each with a signal file of its own."
      },
      "folder_name": {
        "type": "string",
        "maxLength": 200,
        "description": "The folder of a message, or of a batch: text with `{icpn}`, `{message_id}` and `{time}`, 17 digits that no other message to this store has: the id of a batch. By default `N_{icpn}_{time}`, and `N_{time}` for batches.",
        "examples": [
          "{time}"
        ]
      },
      "signal": {
        "type": "string",
        "enum": [
          "manifest",
          "empty"
        ],
        "default": "manifest",
        "description": "The file that marks a batch as complete: a ManifestMessage, or an empty file."
      },
      "signal_name": {
        "type": "string",
        "default": "BatchComplete_{time}.xml",
        "maxLength": 200,
        "description": "The name of that file, in the folder of the batch."
      },
      "acknowledgements": {
        "type": "string",
        "default": "acknowledgements",
        "description": "The folder with the store's answers, inside `folder` unless it begins with a slash. Empty: none are read, and the operator reports what the store says.",
        "maxLength": 500
      },
      "ask_every_s": {
        "type": "integer",
        "minimum": 1,
        "maximum": 86400,
        "default": 300,
        "description": "How often answers are looked for."
      },
      "password": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1000,
        "writeOnly": true
      },
      "private_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 20000,
        "writeOnly": true
      },
      "passphrase": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1000,
        "writeOnly": true
      }
    },
    "description": "ERN messages and their files over SFTP; acknowledgements are read back",
    "additionalProperties": false,
    "x-segue-fetched": false
  },
  ern_s3: {
    "type": "object",
    "required": [
      "kind",
      "bucket",
      "recipients"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "ern_s3"
      },
      "bucket": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "examples": [
          "auralis-incoming"
        ]
      },
      "region": {
        "type": "string",
        "default": "us-east-1",
        "minLength": 1,
        "maxLength": 100
      },
      "endpoint": {
        "type": "string",
        "maxLength": 500,
        "description": "The address of storage that is compatible with S3. By default AWS.",
        "examples": [
          "https://s3.example.com"
        ]
      },
      "recipients": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "party_id",
            "party_name"
          ],
          "properties": {
            "party_id": {
              "type": "string",
              "examples": [
                "PADPIDA2013020802I"
              ]
            },
            "party_name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200,
              "examples": [
                "Auralis"
              ]
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 5,
        "description": "The store's parties, as the message's header names them."
      },
      "deals": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "commercial_models",
            "use_types"
          ],
          "properties": {
            "commercial_models": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "AdvertisementSupportedModel",
                  "DeviceFeeModel",
                  "FreeOfChargeModel",
                  "PayAsYouGoModel",
                  "PerformanceRoyaltiesModel",
                  "RightsClaimModel",
                  "SubscriptionModel"
                ]
              },
              "minItems": 1,
              "maxItems": 10,
              "uniqueItems": true
            },
            "use_types": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
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
                  "Webcast"
                ]
              },
              "minItems": 1,
              "maxItems": 20,
              "uniqueItems": true
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 10,
        "description": "In place of the deals that follow from the store's capabilities."
      },
      "takedown_style": {
        "type": "string",
        "enum": [
          "no_deals",
          "ended_deals",
          "purge",
          "takedown_flag"
        ],
        "default": "no_deals",
        "description": "A takedown is the release without deals, with deals that ended, or a PurgeReleaseMessage. With `ern_3.8.3` also `takedown_flag`: deals that say TakeDown."
      },
      "default_genre": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "default": "Other",
        "description": "For a release without a genre."
      },
      "compilation": {
        "type": "string",
        "enum": [
          "flags",
          "user_defined"
        ],
        "default": "flags",
        "description": "A compilation goes out as an album with DDEX's flag, or as a user-defined type."
      },
      "resend_files": {
        "type": "boolean",
        "default": false,
        "description": "Updates send files again that the store has already."
      },
      "territory_attributes": {
        "type": "boolean",
        "default": false,
        "description": "Titles, names, genres and labels say that they hold worldwide; some stores ask for it."
      },
      "lyrics": {
        "type": "string",
        "enum": [
          "none",
          "plain",
          "synced",
          "both"
        ],
        "default": "none",
        "description": "Lyrics go out as files beside the audio: none, as plain text, with times (LRC) where a track has them, or both."
      },
      "folder": {
        "type": "string",
        "default": "",
        "description": "The folder at the store that everything is put into; by default the top.",
        "maxLength": 500
      },
      "batches": {
        "type": "boolean",
        "default": false,
        "description": "Messages come in batches, each with a signal file of its own."
      },
      "folder_name": {
        "type": "string",
        "maxLength": 200,
        "description": "The folder of a message, or of a batch: text with `{icpn}`, `{message_id}` and `{time}`, 17 digits that no other message to this store has: the id of a batch. By default `N_{icpn}_{time}`, and `N_{time}` for batches.",
        "examples": [
          "{time}"
        ]
      },
      "signal": {
        "type": "string",
        "enum": [
          "manifest",
          "empty"
        ],
        "default": "manifest",
        "description": "The file that marks a batch as complete: a ManifestMessage, or an empty file."
      },
      "signal_name": {
        "type": "string",
        "default": "BatchComplete_{time}.xml",
        "maxLength": 200,
        "description": "The name of that file, in the folder of the batch."
      },
      "acknowledgements": {
        "type": "string",
        "default": "acknowledgements",
        "description": "The folder with the store's answers, inside `folder` unless it begins with a slash. Empty: none are read, and the operator reports what the store says.",
        "maxLength": 500
      },
      "ask_every_s": {
        "type": "integer",
        "minimum": 1,
        "maximum": 86400,
        "default": 300,
        "description": "How often answers are looked for."
      },
      "access_key_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "writeOnly": true
      },
      "secret_access_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1000,
        "writeOnly": true
      }
    },
    "description": "ERN messages and their files in S3-compatible storage; acknowledgements are read back",
    "additionalProperties": false,
    "x-segue-fetched": false
  },
  ern_http: {
    "type": "object",
    "required": [
      "kind",
      "recipients"
    ],
    "properties": {
      "kind": {
        "type": "string",
        "const": "ern_http"
      },
      "recipients": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "party_id",
            "party_name"
          ],
          "properties": {
            "party_id": {
              "type": "string",
              "examples": [
                "PADPIDA2013020802I"
              ]
            },
            "party_name": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200,
              "examples": [
                "Auralis"
              ]
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 5,
        "description": "The store's parties, as the message's header names them."
      },
      "deals": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "commercial_models",
            "use_types"
          ],
          "properties": {
            "commercial_models": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "AdvertisementSupportedModel",
                  "DeviceFeeModel",
                  "FreeOfChargeModel",
                  "PayAsYouGoModel",
                  "PerformanceRoyaltiesModel",
                  "RightsClaimModel",
                  "SubscriptionModel"
                ]
              },
              "minItems": 1,
              "maxItems": 10,
              "uniqueItems": true
            },
            "use_types": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
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
                  "Webcast"
                ]
              },
              "minItems": 1,
              "maxItems": 20,
              "uniqueItems": true
            }
          },
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 10,
        "description": "In place of the deals that follow from the store's capabilities."
      },
      "takedown_style": {
        "type": "string",
        "enum": [
          "no_deals",
          "ended_deals",
          "purge",
          "takedown_flag"
        ],
        "default": "no_deals",
        "description": "A takedown is the release without deals, with deals that ended, or a PurgeReleaseMessage. With `ern_3.8.3` also `takedown_flag`: deals that say TakeDown."
      },
      "default_genre": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "default": "Other",
        "description": "For a release without a genre."
      },
      "compilation": {
        "type": "string",
        "enum": [
          "flags",
          "user_defined"
        ],
        "default": "flags",
        "description": "A compilation goes out as an album with DDEX's flag, or as a user-defined type."
      },
      "resend_files": {
        "type": "boolean",
        "default": false,
        "description": "Updates send files again that the store has already."
      },
      "territory_attributes": {
        "type": "boolean",
        "default": false,
        "description": "Titles, names, genres and labels say that they hold worldwide; some stores ask for it."
      },
      "lyrics": {
        "type": "string",
        "enum": [
          "none",
          "plain",
          "synced",
          "both"
        ],
        "default": "none",
        "description": "Lyrics go out as files beside the audio: none, as plain text, with times (LRC) where a track has them, or both."
      }
    },
    "description": "the store fetches its messages from its feed, with a credential of its own",
    "additionalProperties": false,
    "x-segue-fetched": true
  },
} as const;
