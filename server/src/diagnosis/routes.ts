import { type Route, route } from "../platform/http/route.ts";
import { type DiagnosisParts, diagnose } from "./actions.ts";
import { Diagnosis } from "./diagnosis.ts";

export const diagnosisRoutes = (parts: DiagnosisParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/operator/diagnosis",
    operation: "getDiagnosis",
    tag: "Operator",
    summary: "Find what is wrong with the service",
    description:
      "Checks what the service depends on, each within 15 seconds: it also writes, reads and removes a small file, and connects to the mail server. " +
      "It answers 200 whatever it finds.",
    access: "operator",
    success: { status: 200, schema: Diagnosis },
    handle: (ctx) => diagnose(ctx, parts),
  }),
];
