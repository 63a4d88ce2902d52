# docvault in one container: the daemon, and a redis-server for when there is none beside it.
# Tags move. To build twice from the same: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
RUN npm ci --no-audit --no-fund
COPY src ./src
COPY config ./config
COPY jobs ./jobs
RUN npm run build
# The image has its own Node; the pinned one is for checkouts.
RUN npm prune --omit=dev --no-audit --no-fund
# Binaries of other platforms, and the sources and declarations that nothing runs.
COPY deploy/image/slim ./
RUN sh slim node_modules

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server git tini ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 docvault \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin docvault \
  && mkdir -p /data \
  && chown docvault:docvault /data \
  && ln -s /app/bin/docvault /usr/local/bin/docvault
WORKDIR /app
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE README.md CHANGELOG.md ./
COPY docs ./docs
COPY bin ./bin
# The volume is for documents: what Node compiled is not kept there.
ENV NODE_ENV=production \
  NODE_DISABLE_COMPILE_CACHE=1 \
  DOCVAULT_VAULT_PATH=/data/vault \
  DOCVAULT_DAEMON_PATH=/data/daemon \
  DOCVAULT_SERVER_HOST=0.0.0.0 \
  DOCVAULT_SERVER_PORT=8090
USER 10001:10001
VOLUME /data
EXPOSE 8090
STOPSIGNAL SIGTERM
# By the shell itself: a Node of its own twice a minute would cost more than the daemon does at rest.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${DOCVAULT_SERVER_PORT:-8090} && printf 'GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3; [ \"$status\" = 200 ]"]
ENTRYPOINT ["tini", "--", "/app/bin/docvault"]
CMD ["daemon"]
