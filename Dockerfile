# Frontdesk in a container: see docs/operate.md, "In a container".
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json manifest.yml ./
COPY .ci/bundle.mjs .ci/pack.sh ./.ci/
COPY src ./src
RUN npm run prepack && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json manifest.yml CHANGELOG.md LICENSE ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
# The only folder that is written to, and only by this user.
RUN install --directory --mode=700 --owner=1000 --group=1000 /var/lib/frontdesk/data
WORKDIR /var/lib/frontdesk
VOLUME /var/lib/frontdesk/data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=2", "/app/dist/main.js"]
CMD ["start"]
