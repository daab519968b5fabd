-- The UPC of eleven digits, with the check digit: those in odd places count three times (GS1 General Specifications, 7.9).
-- A pool is filled by one statement that passes over what is used, so the database must know how a UPC is made.
create function upc_of(first_eleven bigint) returns text language sql immutable strict parallel safe as $$
  select lpad(first_eleven::text, 11, '0') || (10 - (3 * (
      first_eleven / 10000000000 + first_eleven / 100000000 % 10 + first_eleven / 1000000 % 10
      + first_eleven / 10000 % 10 + first_eleven / 100 % 10 + first_eleven % 10)
    + first_eleven / 1000000000 % 10 + first_eleven / 10000000 % 10 + first_eleven / 100000 % 10
    + first_eleven / 1000 % 10 + first_eleven / 10 % 10) % 10) % 10
$$;
