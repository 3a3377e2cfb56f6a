-- The point of a campaign's picture that is shown however the picture is cropped, in per cent from the left and from the top.
alter table campaign
    add column focus_x smallint not null default 50,
    add column focus_y smallint not null default 50,
    add constraint campaign_focus_check check (focus_x between 0 and 100 and focus_y between 0 and 100);
