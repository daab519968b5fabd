import { Type } from "typebox";
import { mapPage } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id, OneOf } from "../platform/schema.ts";
import {
  activateContract,
  createContract,
  deleteContract,
  endContract,
  getContract,
  listContractsOf,
  listContractVersions,
  previewContract,
  updateContract,
} from "./actions.ts";
import {
  Contract,
  ContractChanges,
  ContractEnd,
  ContractVersion,
  contractStatuses,
  NewContract,
  shownContract,
} from "./contract.ts";
import { Cost, NewCost, shownCost } from "./cost.ts";
import { cancelCost, createCost, listContractCosts } from "./cost-actions.ts";
import { ContractPreview, PreviewedAmount } from "./preview.ts";

const tag = "Contracts";
const read = { scope: "payees:read" } as const;
const write = { scope: "payees:write" } as const;

/** The contract of the path. */
const named = ({
  principal: { organization_id },
  params: { contract_id },
}: {
  principal: { organization_id: string };
  params: { contract_id: string };
}) => ({ organization_id, id: contract_id });

const filterId = (prefix: string, description: string) => Id(prefix, { maxLength: 100, description });

export const contractRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/contracts",
    operation: "createContract",
    tag,
    summary: "Create a contract",
    description: "A draft: it holds nothing until it is activated, and may still lack terms and shares.",
    access: write,
    body: NewContract,
    success: { status: 201, schema: Contract },
    errors: ["invalid_state", "validation_failed", "territory_not_supported"],
    handle: (ctx, { principal, body }) => createContract(ctx, principal.organization_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/contracts",
    operation: "listContracts",
    tag,
    summary: "List contracts, newest first",
    access: read,
    query: Type.Object({
      payee_id: filterId("pye", "Only contracts with a share of this payee."),
      track_id: filterId(
        "trk",
        "Only contracts that name the track or could hold it: by its release, its label, or all.",
      ),
      release_id: filterId(
        "rel",
        "Only contracts that could hold lines of the release: that name it, one of its tracks or its label, or all.",
      ),
      status: OneOf(contractStatuses),
    }),
    success: { status: 200, schema: Contract, list: true },
    handle: async (ctx, { principal, query, page }) =>
      mapPage(await listContractsOf(ctx, principal.organization_id, { ...query, ...page }), shownContract),
  }),
  route({
    method: "GET",
    path: "/v1/contracts/{contract_id}",
    operation: "getContract",
    tag,
    summary: "Read a contract",
    access: read,
    success: { status: 200, schema: Contract },
    handle: (ctx, input) => getContract(ctx, named(input)),
  }),
  route({
    method: "PATCH",
    path: "/v1/contracts/{contract_id}",
    operation: "updateContract",
    tag,
    summary: "Change a contract",
    description:
      "Only the fields you send change; each replaces the whole old value. A contract that is no draft gets a new `version`, used by " +
      "statements that are written later. Statements of before stay as they are.",
    access: write,
    body: ContractChanges,
    success: { status: 200, schema: Contract },
    errors: ["validation_failed", "territory_not_supported"],
    handle: (ctx, input) => updateContract(ctx, named(input), input.body),
  }),
  route({
    method: "DELETE",
    path: "/v1/contracts/{contract_id}",
    operation: "deleteContract",
    tag,
    summary: "Delete a draft, with its costs",
    access: write,
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, input) => deleteContract(ctx, named(input)),
  }),
  route({
    method: "POST",
    path: "/v1/contracts/{contract_id}/activate",
    operation: "activateContract",
    tag,
    summary: "Activate a draft",
    description:
      "It needs at least one term and one share. If another contract could hold the same lines on the same level in the same months, the " +
      "answer is 422 and names it.",
    access: write,
    success: { status: 200, schema: Contract },
    errors: ["invalid_state", "validation_failed"],
    handle: (ctx, input) => activateContract(ctx, named(input)),
  }),
  route({
    method: "POST",
    path: "/v1/contracts/{contract_id}/end",
    operation: "endContract",
    tag,
    summary: "End a contract",
    description:
      "It still shares usage of its months that is reported later. It cannot end before the last month of use on its statements.",
    access: write,
    body: ContractEnd,
    success: { status: 200, schema: Contract },
    errors: ["invalid_state", "validation_failed"],
    handle: (ctx, input) => endContract(ctx, named(input), input.body),
  }),
  route({
    method: "GET",
    path: "/v1/contracts/{contract_id}/versions",
    operation: "listContractVersions",
    tag,
    summary: "List the versions of a contract, newest first",
    description: "A draft has none.",
    access: read,
    success: { status: 200, schema: ContractVersion, list: true },
    handle: (ctx, input) => listContractVersions(ctx, named(input), input.page),
  }),
  route({
    method: "POST",
    path: "/v1/contracts/{contract_id}/preview",
    operation: "previewContract",
    tag,
    summary: "See what a net amount would become now",
    description: "By the arithmetic of a close. A draft is previewed as if it were active. Nothing is kept.",
    access: read,
    body: PreviewedAmount,
    success: { status: 200, schema: ContractPreview },
    errors: ["validation_failed", "territory_not_supported"],
    keeps_nothing: true,
    handle: (ctx, input) => previewContract(ctx, named(input), input.body),
  }),
  route({
    method: "POST",
    path: "/v1/contracts/{contract_id}/costs",
    operation: "createContractCost",
    tag,
    summary: "Record an advance or a cost",
    description:
      "It moves no money: it records what was paid elsewhere. Closes take it back from what is payable by the contract in its currency.",
    access: write,
    body: NewCost,
    success: { status: 201, schema: Cost },
    errors: ["invalid_state"],
    handle: (ctx, input) => createCost(ctx, named(input), input.body),
  }),
  route({
    method: "GET",
    path: "/v1/contracts/{contract_id}/costs",
    operation: "listContractCosts",
    tag,
    summary: "List the advances and costs of a contract, newest first",
    access: read,
    success: { status: 200, schema: Cost, list: true },
    handle: async (ctx, input) => mapPage(await listContractCosts(ctx, named(input), input.page), shownCost),
  }),
  route({
    method: "POST",
    path: "/v1/contracts/{contract_id}/costs/{cost_id}/cancel",
    operation: "cancelContractCost",
    tag,
    summary: "Cancel an advance or a cost",
    description: "Gives up what is outstanding; what was recouped stays. If it is not `open`, the answer is 409.",
    access: write,
    success: { status: 200, schema: Cost },
    errors: ["invalid_state"],
    handle: (ctx, input) => cancelCost(ctx, named(input), input.params.cost_id),
  }),
];
