-- Opens a write that has an Idempotency-Key: takes the lock of the key and looks the key up, in one statement.
-- Versions from 0096 on run on it.
-- Each statement of a volatile function has a snapshot of its own, so that of the look-up is younger than the lock. One
-- plain select for both would read with a snapshot from before the lock. It would miss a reply that was committed in
-- between, and the request would happen twice.
create function open_idempotency_key(
  lock_number bigint, owner text, asked_key uuid, expired_before timestamptz,
  out is_locked boolean, out fingerprint bytea, out status integer, out body text, out claim_id text, out is_leased boolean
) language plpgsql volatile as $$
begin
  is_locked := pg_try_advisory_xact_lock(lock_number);
  if is_locked then
    select found.fingerprint, found.status, found.body, found.claim_id, coalesce(found.lease_until > now(), false)
    into fingerprint, status, body, claim_id, is_leased
    from idempotency_keys found
    where found.organization_id = owner and found.key = asked_key and found.created_at > expired_before;
  end if;
end $$;
