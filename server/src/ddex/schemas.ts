/** The files of DDEX's schemas below SEGUE_DDEX_SCHEMAS, in the folders that DDEX publishes them in. */
export function ernSchema(version: string): string {
  return `ern-${version}/release-notification.xsd`;
}

/** The schema of manifests and acknowledgements. */
export const choreographySchema = "ern-c-sftp-1.8/ern-choreography-sftp.xsd";
