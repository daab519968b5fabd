type Parts = {
  production_url: string;
  sandbox_url: string;
  demo_key: string | undefined;
  /** Signs in to the dashboard once. Only in a terminal: elsewhere the text is kept in a log. */
  demo_link: string | undefined;
  /** Undefined if the operator set the key. */
  operator_key_file: string | undefined;
  /** Only the first time. */
  new_operator_key: string | undefined;
  /** True on the first start that got this far. Later ones need no introduction. */
  is_first: boolean;
  now: Date;
  /** The words that start a command in the operator's shell, such as `npx segue`. */
  command_name: string;
};

/** The text in the terminal once everything is ready: the addresses and, on the first start, commands to paste. */
export function banner(parts: Parts): string {
  return parts.is_first ? greeting(parts) : reminder(parts);
}

function greeting(parts: Parts): string {
  const { production_url, sandbox_url, demo_key, demo_link, operator_key_file, new_operator_key, command_name } = parts;
  const lines = [
    "",
    "Segue is ready.",
    "",
    `  Production     ${production_url}/v1`,
    `  Sandbox        ${sandbox_url}/v1`,
    `  Dashboard      ${sandbox_url}/dashboard`,
    `  Documentation  ${sandbox_url}/docs`,
  ];
  if (demo_link)
    lines.push("", "Open the dashboard; this link signs you in once, within an hour:", "", `  ${demo_link}`);
  if (new_operator_key) lines.push("", `  Operator key   ${new_operator_key}`);
  if (operator_key_file) {
    const where = `kept in ${operator_key_file}`;
    lines.push(new_operator_key ? `                 shown this once; ${where}` : `  Operator key   ${where}`);
  }
  if (demo_key)
    lines.push(
      "",
      `  Sandbox key    ${demo_key}`,
      "",
      "Create your first release by the API:",
      "",
      firstRelease(sandbox_url, demo_key, parts.now),
    );
  if (demo_key) lines.push("", `Fill the sandbox with a demo catalogue, in another terminal:  ${command_name} demo`);
  lines.push("", `Then deliver it: README.md goes on from here, and \`${command_name} --help\` lists all commands.`);
  return `${lines.join("\n")}\n\n`;
}

function reminder({ production_url, sandbox_url, demo_key, operator_key_file, new_operator_key }: Parts): string {
  const lines = [
    "Segue is ready.",
    `  Production  ${production_url}/v1${operator_key_file ? `  Operator key in ${operator_key_file}` : ""}`,
    `  Sandbox     ${sandbox_url}/v1${demo_key ? `  Sandbox key ${demo_key}` : ""}`,
  ];
  if (new_operator_key) lines.push(`  Operator key ${new_operator_key} is new and shown this once`);
  return `${lines.join("\n")}\n`;
}

/** A worker serves only health checks and metrics. */
export function workerBanner({ production_url, sandbox_url }: Pick<Parts, "production_url" | "sandbox_url">): string {
  return `Segue's worker is ready.\n  Production  ${production_url}/readyz\n  Sandbox     ${sandbox_url}/readyz\n`;
}

function firstRelease(sandbox_url: string, demo_key: string, now: Date): string {
  const body = {
    title: "First Light",
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: `${now.getUTCFullYear() + 1}-03-01`,
  };
  return [
    `  curl ${sandbox_url}/v1/releases \\`,
    `    -H "Authorization: Bearer ${demo_key}" \\`,
    `    -H "Content-Type: application/json" \\`,
    `    -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
