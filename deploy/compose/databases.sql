-- A database a service: nobody reads a neighbour's.
create database auth;
create database catalog;
create database "order";
create database store;
create database notification;
create database seo;
