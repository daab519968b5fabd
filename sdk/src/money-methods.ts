// The methods about money: a part of the table of methods.ts.

export const moneyMethods = {
  "payees.balance": "GET /v1/payees/{payee_id}/balance",
  "payees.transactions": "GET /v1/payees/{payee_id}/balance/transactions",
  "payees.createAdjustment": "POST /v1/payees/{payee_id}/adjustments",
  "payees.createPayment": "POST /v1/payees/{payee_id}/payments",

  "payouts.create": "POST /v1/payouts",
  "payouts.list": "GET /v1/payouts",
  "payouts.get": "GET /v1/payouts/{payout_id}",
  "payouts.cancel": "POST /v1/payouts/{payout_id}/cancel",

  "balance.get": "GET /v1/balance",
  "balance.transactions": "GET /v1/balance/transactions",

  "contracts.create": "POST /v1/contracts",
  "contracts.list": "GET /v1/contracts",
  "contracts.get": "GET /v1/contracts/{contract_id}",
  "contracts.update": "PATCH /v1/contracts/{contract_id}",
  "contracts.delete": "DELETE /v1/contracts/{contract_id}",
  "contracts.activate": "POST /v1/contracts/{contract_id}/activate",
  "contracts.end": "POST /v1/contracts/{contract_id}/end",
  "contracts.versions": "GET /v1/contracts/{contract_id}/versions",
  "contracts.preview": "POST /v1/contracts/{contract_id}/preview",
  "contracts.costs.create": "POST /v1/contracts/{contract_id}/costs",
  "contracts.costs.list": "GET /v1/contracts/{contract_id}/costs",
  "contracts.costs.cancel": "POST /v1/contracts/{contract_id}/costs/{cost_id}/cancel",

  "royalties.list": "GET /v1/royalties",

  "statements.list": "GET /v1/statements",
  "statements.get": "GET /v1/statements/{statement_id}",
  "statements.lineItems": "GET /v1/statements/{statement_id}/line-items",

  "payeeStatements.list": "GET /v1/payee-statements",
  "payeeStatements.get": "GET /v1/payee-statements/{payee_statement_id}",
  "payeeStatements.lineItems": "GET /v1/payee-statements/{payee_statement_id}/line-items",

  "earnings.list": "GET /v1/earnings",

  "payees.create": "POST /v1/payees",
  "payees.list": "GET /v1/payees",
  "payees.get": "GET /v1/payees/{payee_id}",
  "payees.update": "PATCH /v1/payees/{payee_id}",
  "payees.delete": "DELETE /v1/payees/{payee_id}",
  "payees.payment.update": "PATCH /v1/payees/{payee_id}/payment",
  "payees.payment.delete": "DELETE /v1/payees/{payee_id}/payment",
  "paymentDetails.get": "GET /v1/payment-details",
  "paymentDetails.update": "PATCH /v1/payment-details",
  "paymentDetails.delete": "DELETE /v1/payment-details",

  "operator.payouts.list": "GET /v1/operator/payouts",
  "operator.payouts.hold": "POST /v1/operator/payouts/{payout_id}/hold",
  "operator.payouts.release": "POST /v1/operator/payouts/{payout_id}/release",
  "operator.payouts.process": "POST /v1/operator/payouts/{payout_id}/process",
  "operator.payouts.pay": "POST /v1/operator/payouts/{payout_id}/pay",
  "operator.payouts.fail": "POST /v1/operator/payouts/{payout_id}/fail",
  "operator.payouts.export": "GET /v1/operator/payouts/export",
  "operator.payouts.processMany": "POST /v1/operator/payouts/process",
  "operator.payouts.payMany": "POST /v1/operator/payouts/pay",

  "operator.payees.list": "GET /v1/operator/payees",

  "operator.balances.list": "GET /v1/operator/balances",

  "operator.ledger.check": "GET /v1/operator/ledger/check",

  "operator.adjustments.create": "POST /v1/operator/organizations/{org_id}/adjustments",

  "operator.conversions.create": "POST /v1/operator/organizations/{org_id}/conversions",
  "operator.conversions.list": "GET /v1/operator/organizations/{org_id}/conversions",

  "operator.salesReports.create": "POST /v1/operator/sales-reports",
  "operator.salesReports.list": "GET /v1/operator/sales-reports",
  "operator.salesReports.get": "GET /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.update": "PATCH /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.delete": "DELETE /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.unmatched": "GET /v1/operator/sales-reports/{report_id}/unmatched",
  "operator.salesReports.unmatchedWorks": "GET /v1/operator/sales-reports/{report_id}/unmatched-works",
  "operator.salesReports.rows": "GET /v1/operator/sales-reports/{report_id}/rows",
  "operator.salesReports.file": "GET /v1/operator/sales-reports/{report_id}/file",
  "operator.salesReports.assign": "POST /v1/operator/sales-reports/{report_id}/assign",
  "operator.salesReports.reverse": "POST /v1/operator/sales-reports/{report_id}/reverse",

  "operator.reconciliation.list": "GET /v1/operator/reconciliation",

  "operator.exchangeRates.create": "POST /v1/operator/exchange-rates",
  "operator.exchangeRates.list": "GET /v1/operator/exchange-rates",
  "operator.exchangeRates.delete": "DELETE /v1/operator/exchange-rates/{rate_id}",
  "operator.exchangeRates.import": "POST /v1/operator/exchange-rates/import",
  "operator.exchangeRates.missing": "GET /v1/operator/exchange-rates/missing",

  "operator.reportFormats.create": "POST /v1/operator/report-formats",
  "operator.reportFormats.list": "GET /v1/operator/report-formats",
  "operator.reportFormats.get": "GET /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.update": "PATCH /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.delete": "DELETE /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.try": "POST /v1/operator/report-formats/{format_id}/try",
  "operator.reportFormats.tryDraft": "POST /v1/operator/report-formats/try",

  "operator.periods.close": "POST /v1/operator/periods/{period}/close",

  "operator.statements.list": "GET /v1/operator/statements",
  "operator.statements.get": "GET /v1/operator/statements/{statement_id}",
  "operator.statements.lineItems": "GET /v1/operator/statements/{statement_id}/line-items",
} as const;
