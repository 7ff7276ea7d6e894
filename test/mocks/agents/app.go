// A server under test for agent.go: it reserves stock, and answers with what it got.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
)

func main() {
	inventory := http.Client{Transport: Transport{Target: "inventory"}}
	http.Handle("/reserve", Replayed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var calls sync.WaitGroup
		var lock sync.Mutex
		answers := []string{}
		for i := 0; i < 20; i++ {
			calls.Add(1)
			go func() {
				defer calls.Done()
				request, _ := http.NewRequestWithContext(r.Context(), "POST", os.Getenv("INVENTORY")+"/reserve", strings.NewReader(`{"sku":"a"}`))
				request.Header.Set("content-type", "application/json")
				text := "failed"
				if response, err := inventory.Do(request); err == nil {
					body, _ := io.ReadAll(response.Body)
					text = string(body)
				}
				lock.Lock()
				answers = append(answers, text)
				lock.Unlock()
			}()
		}
		calls.Wait()
		fmt.Fprintf(w, "[%s]", strings.Join(answers, ","))
	})))
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
