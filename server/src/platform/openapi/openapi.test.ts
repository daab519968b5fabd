import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { type Node, readDescription } from "../../../test/api-description.ts";
import { apiFacts } from "../../facts.ts";
import { apiInfo, describedRoutes } from "../../routes.ts";
import { describeEvents } from "../../webhooks/description.ts";
import { errorTable } from "../errors.ts";
import { type Route, route } from "../http/route.ts";
import { openApiDocument } from "./openapi.ts";

const file = fileURLToPath(new URL("../../../../openapi.json", import.meta.url));
const routes = describedRoutes();
const document: Node = openApiDocument(routes, apiInfo, describeEvents(), apiFacts);
const description = readDescription(document);

describe("the committed openapi.json", () => {
  test("is what the routes say today; `npm run openapi` writes it anew", async () => {
    expect(await readFile(file, "utf8")).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });
});

describe("every webhook", () => {
  test.each(Object.keys(document.webhooks))("%s has an example that matches its schema", (name) => {
    const media = ["requestBody", "content", "application/json"];
    const { example } = document.webhooks[name].post.requestBody.content["application/json"];
    expect(description.faults(["webhooks", name, "post", ...media, "schema"], example)).toEqual([]);
  });

  test("has a name and a summary of its own, and a tag that is described", () => {
    const posts: Node[] = Object.values(document.webhooks as Node).map(({ post }) => post);
    const ids = [...description.operations.map(({ id }) => id), ...posts.map(({ operationId }) => operationId)];
    expect(ids).toEqual([...new Set(ids)]);
    for (const { tags } of posts) expect(Object.keys(apiInfo.tags)).toContain(tags[0]);
  });
});

describe("every operation", () => {
  test.each(description.operations)(
    "$id has examples that match their schemas",
    ({ path, method, body, responses }) => {
      const where = ["paths", path, method.toLowerCase()];
      if (body) {
        const media = ["requestBody", "content", body.type, "schema"];
        expect(description.faults([...where, ...media], body.example)).toEqual([]);
      }
      for (const [status, response] of Object.entries(responses))
        for (const [type, { example }] of Object.entries((response.content ?? {}) as Node))
          if (example !== undefined)
            expect(description.faults([...where, "responses", status, "content", type, "schema"], example)).toEqual([]);
    },
  );

  test.each(description.operations)("$id lists its error codes under their statuses", ({ error_codes, responses }) => {
    const shown = Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) =>
        Object.keys(description.resolve(response).content["application/json"].examples).map((code) => [
          code,
          Number(status),
        ]),
      );
    const expected = error_codes.map((code) => [code, errorTable[code as keyof typeof errorTable].status]);
    expect(expected.length).toBeGreaterThan(0);
    expect(shown.sort()).toEqual(expected.sort());
  });

  test.each(routes.filter(({ deprecated_fields }) => deprecated_fields))(
    "$operation marks what is deprecated",
    (route) => {
      const operation = description.operations.find(({ id }) => id === route.operation);
      for (const field of Object.keys(route.deprecated_fields ?? {})) {
        const parameter = operation?.parameters.find(({ name }) => name === field);
        expect(parameter ?? operation?.body?.schema.properties[field]).toMatchObject({ deprecated: true });
      }
    },
  );

  test("has a name and a summary of its own, and a tag that is described", () => {
    const ids = description.operations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const tags = Object.keys(apiInfo.tags);
    for (const { tag } of routes) expect(tags).toContain(tag);
  });
});

test("every error example matches the Error schema", () => {
  const { examples } = document.components;
  for (const { value } of Object.values(examples as Node))
    expect(description.faults(["components", "schemas", "Error"], value)).toEqual([]);
});

describe("the description of a route", () => {
  const sample = (body: Parameters<typeof Type.Object>[0], title = "Sample"): Route =>
    route({
      method: "POST",
      path: `/v1/${title}`,
      operation: title,
      tag: "Service",
      summary: "A sample",
      access: "public",
      body: Type.Object(body, { title: "Sample" }),
      success: { status: 204 },
      handle: () => undefined,
    });

  test("leaves out our own keyword `rule`, but keeps fields called rule and title", () => {
    const text = () => Type.String({ rule: () => [] });
    const { components }: Node = openApiDocument([sample({ rule: text(), title: text() })], apiInfo);
    expect(components.schemas.Sample.properties).toEqual({ rule: { type: "string" }, title: { type: "string" } });
  });

  test("is refused when two different schemas have one title", () => {
    const twice = [sample({ a: Type.String() }), sample({ b: Type.String() }, "Other")];
    expect(() => openApiDocument(twice, apiInfo)).toThrow("Two different schemas");
  });
});

test("a text of a given form says in words what it may be, so that no caller is answered with a regular expression", () => {
  const wordless = (schema: unknown, at: string): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const own = "pattern" in schema && !("form" in schema) ? [at] : [];
    return [...own, ...Object.entries(schema).flatMap(([name, inner]) => wordless(inner, `${at}.${name}`))];
  };
  const found = describedRoutes().flatMap(({ operation, body, query }) => wordless({ body, query }, operation));
  expect(found).toEqual([]);
});
