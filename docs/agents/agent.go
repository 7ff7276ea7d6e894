// An agent for the HTTP calls of a net/http server: Go, standard library only.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

type object = map[string]any
type replayKey struct{} // of the replay id in the context of a request

func ask(path string, body object) (answer object, err error) {
	data, _ := json.Marshal(body)
	request, _ := http.NewRequest("POST", os.Getenv("SVC_URL")+path, bytes.NewReader(data))
	request.Header = http.Header{"X-Api-Key": {os.Getenv("SVC_TOKEN")}, "Content-Type": {"application/json"}}
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		defer response.Body.Close()
		err = json.NewDecoder(response.Body).Decode(&answer)
	}
	return answer, err
}

// Replayed knows the replay of each request that the service signed, and reports before the response ends that an agent was there.
func Replayed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := SignedReplay(r)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), replayKey{}, id)))
		if id != "" {
			ask("/api/recorder/replays/"+id+"/calls", object{"calls": []object{}})
		}
	})
}

// Transport is the http.RoundTripper of a client whose requests have the context of the request they belong to.
type Transport struct{ Target string }

func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	id, _ := r.Context().Value(replayKey{}).(string)
	body := []byte{}
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	request := object{"method": r.Method, "path": r.URL.RequestURI(), "headers": r.Header, "body": string(body)}
	call := object{"kind": "http", "target": t.Target, "operation": r.Method, "request": request}
	answer, err := ask("/api/recorder/mocks/match", object{"replayId": id, "call": call})
	if err != nil || answer["errorCode"] != nil || answer["onMiss"] == "passThrough" { // no replay, or mocking is off
		return http.DefaultTransport.RoundTrip(r)
	}
	found, ok := answer["response"].(object)
	if !ok {
		return nil, fmt.Errorf("no recorded call answers: %v %v", answer["reason"], answer["error"])
	}
	content := io.NopCloser(bytes.NewBufferString(fmt.Sprint(found["body"])))
	response := &http.Response{StatusCode: int(found["status"].(float64)), Header: http.Header{}, Body: content, Request: r}
	for _, pair := range found["headers"].([]any) {
		response.Header.Add(fmt.Sprint(pair.([]any)[0]), fmt.Sprint(pair.([]any)[1]))
	}
	return response, nil
}
