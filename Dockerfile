FROM node:22.12-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --ignore-scripts --pack-destination /tmp

FROM node:22.12-bookworm-slim
COPY --from=build /tmp/messaging-conformance-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/messaging-conformance-*.tgz \
  && rm /tmp/messaging-conformance-*.tgz \
  && npm cache clean --force
# Reports go to the folder that is mounted here.
WORKDIR /work
USER node
ENTRYPOINT ["conform"]
CMD ["--help"]
