CREATE TABLE "starting_texts" (
	"language" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
