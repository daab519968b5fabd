FROM node:24-slim

WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY sdk/package.json sdk/
RUN npm ci --omit=dev

COPY . .
RUN npm run build && mkdir /data && chown node:node /data

# Everything that is kept lies in /data; with DATABASE_URL and the secrets given, that is nothing.
ENV NODE_ENV=production SEGUE_HOST=0.0.0.0 SEGUE_DATA_DIR=/data
USER node
EXPOSE 8080 8081
CMD ["node", "bin/segue", "serve"]
