# Stage one has pip and makes the environment; stage two has neither pip nor anything else that builds.
FROM python:3.11-slim-bookworm AS build

WORKDIR /srv
COPY requirements.lock requirements-build.lock ./
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --disable-pip-version-check \
        --require-hashes --only-binary :all: -r requirements.lock \
    && python -m pip install --no-cache-dir --disable-pip-version-check --root-user-action ignore \
        --require-hashes --only-binary :all: -r requirements-build.lock
COPY tools/build-kernel ./tools/
COPY service ./service
RUN PYTHON=python tools/build-kernel && python -m compileall -q service


FROM python:3.11-slim-bookworm

RUN python -m pip uninstall --yes --quiet --root-user-action ignore setuptools wheel pip \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin referee

COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/service /srv/service
COPY gunicorn.conf.py /srv/

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000
WORKDIR /srv
# by number, so that Kubernetes can tell that it is not root
USER 10001:10001
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; probe = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=2); probe.request('GET', '/healthz'); sys.exit(probe.getresponse().status != 200)"]

# gunicorn is process 1, so that signals reach it; service/settings.py says what else the environment decides
CMD ["gunicorn"]
