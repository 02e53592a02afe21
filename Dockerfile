# The service with its embedded PostgreSQL; docs/operations/install.md tells how to run it. Debian, because that PostgreSQL needs glibc.
FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent build
# What only people and compilers read, and what other platforms load, stays behind.
RUN npm ci --omit=dev --no-audit --no-fund \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
  && rm -rf node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext \
    node_modules/typescript node_modules/typeorm/browser node_modules/swagger-ui-dist/*-es-* dist/.tsbuildinfo dist/apps/demo \
  && find node_modules dist -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.a' \) -delete

FROM node:24-bookworm-slim
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Curbcut" \
  org.opencontainers.image.description="Tracks how accessible the digital products of an organization are" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.curbcut.sbom="/app/sbom.cdx.json"
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/bin/tini /usr/bin/tini
COPY deploy/docker/curbcut-admin /usr/local/bin/curbcut-admin
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json /app/LICENSE /app/openapi.json /app/sbom.cdx.json ./
COPY --from=build /app/apps/api/docs-page apps/api/docs-page
COPY --from=build /app/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER === 'only' ? process.env.HEALTH_PORT || 9090 : process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "dist/service/main.js"]
