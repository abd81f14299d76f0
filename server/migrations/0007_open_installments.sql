-- What is owed, the longest due first: staff read how old it is, and page through it.
create index installments_open on ticket_installments (due_date, id) where status <> 'Paid';
