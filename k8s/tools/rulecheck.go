// rulecheck FILE...: reads files of Prometheus rules as Prometheus itself does, and fails on the first that it would refuse.
package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	broken := false
	promql := parser.NewParser(parser.Options{})
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	for _, file := range os.Args[1:] {
		_, errs := rulefmt.ParseFile(file, false, model.UTF8Validation, promql, log)
		for _, err := range errs {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			broken = true
		}
	}
	if broken {
		os.Exit(1)
	}
}
