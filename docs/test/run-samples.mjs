// Runs samples one after the other, each as a module of its own, and says how each was answered.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const answers = [];
console.log = () => undefined;
for (const { id, file } of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    await import(pathToFileURL(file).href);
    answers.push({ id, status: 200, text: "" });
  } catch (error) {
    answers.push({
      id,
      status: error.status ?? -1,
      text: JSON.stringify({ error: { code: error.code, message: String(error) } }),
    });
  }
}
process.stdout.write(answers.map((line) => `${JSON.stringify(line)}\n`).join(""));
