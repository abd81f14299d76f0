-- Up Migration

-- A ticket is written by create_tickets_with_installments, with its owner's rights, and by nobody who serves requests.
revoke insert on tickets, ticket_installments from hamla_app;
revoke usage on sequence ticket_numbers from hamla_app;
