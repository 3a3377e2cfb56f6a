-- Each service has its own database.
create database auth;
create database catalog;
create database "order";
create database store;
create database notification;
create database seo;
