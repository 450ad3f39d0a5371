# Builds and runs remap on Debian 12: docker build -t remap . && docker run --rm remap learn craft/t10
FROM debian:12 AS build
WORKDIR /remap
COPY packages.txt ./
RUN apt-get update && \
    apt-get install -y --no-install-recommends $(awk '$1 == "run" { print $2 }' packages.txt) dpkg-dev file
COPY . .
RUN cmake --preset run && cmake --build build/run --target remap_cli && cd build/run && cpack -G DEB

FROM debian:12-slim
COPY --from=build /remap/build/run/remap_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/remap_*.deb graphviz gnuplot-nox && \
    rm -rf /tmp/remap_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["remap"]
CMD ["demo"]
