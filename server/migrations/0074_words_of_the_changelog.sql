-- The sunset of the offset parameters has a date now. Only the sentence as it was seeded is changed.

update changelog
set body = replace(body, 'are deprecated, their sunset date: not shown.', 'are deprecated; sunset 2027-12-31.')
where id = 'chg_01hz8hh500e1jt7he28jt97kb6';
