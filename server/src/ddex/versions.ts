/** The versions of ERN that are read, by the end of their namespace. */
export const versionsByNamespace: Readonly<Record<string, string>> = {
  "382": "3.8.2",
  "383": "3.8.3",
  "41": "4.1",
  "411": "4.1.1",
  "42": "4.2",
  "43": "4.3",
  "431": "4.3.1",
  "432": "4.3.2",
};

/** The oldest first. */
export const versionsRead: readonly string[] = Object.values(versionsByNamespace).sort();
