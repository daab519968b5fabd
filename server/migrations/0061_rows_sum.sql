-- One number for the rows of a report, whatever their order and the bytes they came in. Null of reports from before: their rows are
-- not read again for it.

alter table sales_reports add column rows_sum text;
create index sales_reports_of_sum on sales_reports (rows_sum);
