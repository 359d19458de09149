# The image contains Python, the packages and the service: no shell, no package manager, no pip.
# The first stage builds these and collects the files they need; the second stage contains only these files.
#
# The base image is pinned by the digest of its index for all platforms. For a newer one:
#   docker buildx imagetools inspect python:3.11-slim-bookworm
ARG BASE=python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
FROM ${BASE} AS build

# requirements/extras.lock for photographs, OpenTelemetry traces and MCP
ARG LOCK=requirements/service.lock
WORKDIR /src
COPY requirements ./requirements
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --disable-pip-version-check --no-compile \
        --require-hashes --only-binary :all: -r "$LOCK" \
    && python -m pip install --no-cache-dir --disable-pip-version-check --root-user-action ignore --no-compile \
        --require-hashes --only-binary :all: --target /opt/build -r requirements/build.lock
COPY pyproject.toml hatch_build.py README.md CHANGELOG.md LICENSE NOTICE ./
COPY docs ./docs
COPY clients ./clients
COPY deploy ./deploy
COPY tools ./tools
COPY rummy_referee ./rummy_referee
COPY service ./service
# Without build isolation, so that the build uses hatchling and the compiler from the lock.
RUN PYTHONPATH=/opt/build python -m pip --python /opt/venv/bin/python install --no-cache-dir --disable-pip-version-check \
        --no-compile --no-deps --no-index --no-build-isolation . \
    && python tools/image/gather.py /image /opt/venv


FROM scratch

ARG VERSION=unreleased
LABEL org.opencontainers.image.title="rummy-referee" \
      org.opencontainers.image.description="A stateless web service that referees, scores and solves rummy games." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION"

COPY --from=build /image /

ENV PATH=/opt/venv/bin \
    LANG=C.UTF-8 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000
WORKDIR /
# numeric, so that Kubernetes can verify that it is not root
USER 10001:10001
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; probe = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=2); probe.request('GET', '/healthz'); sys.exit(probe.getresponse().status != 200)"]

# gunicorn is process 1, so that it receives signals; service/settings.py lists all settings
STOPSIGNAL SIGTERM
CMD ["gunicorn", "--config", "python:rummy_referee.service.gunicorn_conf"]
