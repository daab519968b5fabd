# The dashboard and the documentation, built with the development packages that the image itself does without.
FROM node:24.11.0-slim AS sites

WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY cli/package.json cli/
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
RUN npm ci

COPY . .
RUN npm run dashboard && npm run docs

FROM node:24.11.0-slim

WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY cli/package.json cli/
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
RUN npm ci --omit=dev

COPY . .
COPY --from=sites /app/dashboard/dist dashboard/dist
COPY --from=sites /app/docs/dist docs/dist
RUN npm run build && mkdir /data /backups && chown node:node /data /backups

# Everything that is kept lies in /data; with DATABASE_URL and the secrets given, that is nothing. The image's own pages are
# served as they are.
ENV NODE_ENV=production SEGUE_HOST=0.0.0.0 SEGUE_DATA_DIR=/data SEGUE_DOCS=built
USER node
EXPOSE 8080 8081
CMD ["node", "bin/segue", "serve"]
