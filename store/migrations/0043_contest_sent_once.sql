ALTER TABLE "contests" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_request" UNIQUE("request_key");